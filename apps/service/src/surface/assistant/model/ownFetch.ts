/**
 * The fetch of calls to the model: to the origin of the operator's own address and nowhere else, without redirects. The
 * operator's setting is trusted, as those of the database and the mail server are, so that a model on this machine or in a
 * private network can be used; no text of a caller ever becomes an address.
 */
export function fetchOnlyFrom(address: string): typeof fetch {
  const { origin } = new URL(address);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw new Error(`the model is called at ${origin} alone`);
    return untilAborted(await fetch(url, { ...init, redirect: 'error' }), init?.signal);
  };
}

/**
 * The answer, its body bound to the signal. Node.js binds it only until the next garbage collection: after that, a body that
 * stays silent is never aborted.
 */
function untilAborted(response: Response, signal: AbortSignal | null | undefined): Response {
  if (response.body === null || !signal) return response;
  return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
}
