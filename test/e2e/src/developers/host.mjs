// A client of agents as a page: shows a view in a frame that may load nothing, and passes messages on.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/** Shows a view; `readResource` and `heard` are functions of the test. */
globalThis.showView = async ({ html, capabilities, hostContext, input, result }) => {
  document.body.replaceChildren();
  const frame = document.createElement('iframe');
  frame.title = 'view';
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.style.cssText = 'width: 100%; height: 100px; border: 0';
  document.body.append(frame);
  const bridge = new AppBridge(null, { name: 'host', version: '1.0.0' }, capabilities, { hostContext });
  bridge.onreadresource = async ({ uri }) => JSON.parse(await globalThis.readResource(uri));
  bridge.onmessage = async ({ content }) => {
    await globalThis.heard(content[0].text);
    return {};
  };
  bridge.addEventListener('sizechange', ({ height }) => {
    frame.style.height = `${height}px`;
  });
  const ready = new Promise((resolve) => bridge.addEventListener('initialized', resolve));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
  await ready;
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result);
  globalThis.setTheme = (theme) => bridge.setHostContext({ ...hostContext, theme });
};
