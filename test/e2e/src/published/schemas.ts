import { createRequire } from 'node:module';

// The packages are CommonJS; their named forms differ between loaders.
const require = createRequire(import.meta.url);
const Ajv2020 = require('ajv/dist/2020.js').default as typeof import('ajv/dist/2020.js').default;
const addFormats = require('ajv-formats') as typeof import('ajv-formats').default;

/** Says how a value does not fit a schema, or null where it fits. */
export type Misfit = (schema: object, value: unknown) => string | null;

/** Checks by JSON Schema 2020-12; references lead into the document. A schema is compiled once. */
export function schemaChecker(document: object = {}): Misfit {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'doc', ...document });
  const compiled = new Map<object, ReturnType<typeof ajv.compile>>();
  const compile = (schema: object) => {
    const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')));
    compiled.set(schema, made);
    return made;
  };
  return (schema, value) => {
    const fits = compiled.get(schema) ?? compile(schema);
    return fits(value) ? null : ajv.errorsText(fits.errors);
  };
}
