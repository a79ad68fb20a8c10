import { CALLER, CALLER_PASSWORD } from './demoService.ts';

/** Uploads files as the owner of the keys does in the web app, and answers the datasets once they are imported. */
export async function uploader(url: string): Promise<(csv: string) => Promise<string>> {
  const headers = { Origin: url, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email: CALLER, password: CALLER_PASSWORD });
  const signedIn = await fetch(`${url}/web/v1/sign-in`, { method: 'POST', headers, body });
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const ask = async (path: string, init: RequestInit = {}) => {
    const sent = { Origin: url, Cookie: cookies.join('; '), 'Content-Type': 'text/csv' };
    const answer = await fetch(`${url}/web/v1/organizations${path}`, { ...init, headers: sent });
    // biome-ignore lint/suspicious/noExplicitAny: answers are checked where they are used
    return answer.json() as any;
  };
  const organization = (await ask('')).data[0].organization.id;
  return async (csv) => {
    const { id } = await ask(`/${organization}/datasets?name=Places`, { method: 'POST', body: csv });
    while ((await ask(`/${organization}/datasets/${id}`)).job !== null) await new Promise((go) => setTimeout(go, 100));
    return id;
  };
}
