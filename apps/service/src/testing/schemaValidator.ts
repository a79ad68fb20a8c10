import { createRequire } from 'node:module';

// The packages are CommonJS; their named forms differ between loaders.
const require = createRequire(import.meta.url);
const Ajv2020 = require('ajv/dist/2020.js').default as typeof import('ajv/dist/2020.js').default;
const addFormats = require('ajv-formats') as typeof import('ajv-formats').default;

/** Returns a compiler of schemas of JSON Schema 2020-12, with its formats. */
export function schemaCompiler(options: { readonly allErrors?: boolean } = {}) {
  const ajv = new Ajv2020({ strict: false, ...options });
  addFormats(ajv);
  return ajv;
}

/**
 * Returns a function that checks a value against a schema within a document, and returns the faults. Each schema is
 * compiled once: that takes longer than a call.
 */
export function schemaValidator(document: object) {
  const ajv = schemaCompiler({ allErrors: true });
  ajv.addSchema({ $id: 'doc', ...document });
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema: unknown, value: unknown): unknown[] => {
    const absolute = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components');
    const validate = compiled.get(absolute) ?? ajv.compile(JSON.parse(absolute));
    compiled.set(absolute, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}
