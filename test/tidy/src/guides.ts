export interface Operation {
  readonly method: string;
  readonly path: string;
}

export interface NamedProblem {
  /** Null where the text names the code alone. */
  readonly status: number | null;
  readonly code: string;
}

/** Returns the operations that a guide calls or names: in samples of curl, in code marks, by the TypeScript client. */
export function operationsIn(markdown: string, paths: Readonly<Record<string, object>>): readonly Operation[] {
  const called = [...markdown.matchAll(/\.(run|quote|execute)\(\s*'([\w.]+)'/g)].flatMap(([, verb, id]) =>
    (verb === 'run' ? ['quote', 'execute'] : [verb]).map((last) => `/api/v1/actions/${id}/${last}`),
  );
  const text = markdown.replaceAll('…/', '/api/v1/actions/').replace(/\$\{?\w+\}?/g, '{}');
  const named = [...text.matchAll(/\/api\/v1\/[\w./{}-]*[\w}]/g)].map(([path]) => path);
  const shape = (path: string) => path.replace(/\{\w*\}/g, '{}');
  const wanted = new Set([...called, ...named].map(shape));
  return Object.entries(paths)
    .filter(([path]) => wanted.has(shape(path)))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method, path })));
}

/** Returns the problem codes that a guide names, with the status beside them. */
export function problemsIn(markdown: string, codes: readonly string[]): readonly NamedProblem[] {
  const samples = [...markdown.matchAll(/"status": (\d{3}),\s*(?:"[^"]*": "[^"]*",\s*)*"error": "(\w+)"/g)];
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, '');
  const marks = /\b([45]\d\d)\s+\[?`([a-z_]+)`(?:\s+or\s+`([a-z_]+)`)?|`([a-z_]+)`/g;
  return [
    ...samples.map(([, status, code = '']) => ({ status: Number(status), code })),
    ...[...prose.matchAll(marks)].flatMap(([, status, first, second, alone = '']): readonly NamedProblem[] =>
      status === undefined
        ? codes.filter((code) => code === alone).map((code) => ({ status: null, code }))
        : [first, second].flatMap((code) => (code === undefined ? [] : [{ status: Number(status), code }])),
    ),
  ];
}
