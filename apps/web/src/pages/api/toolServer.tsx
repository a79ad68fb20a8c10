import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useText } from '../../text/index.ts';
import { Code } from '../../ui/copy.tsx';
import { Card } from '../../ui/page.tsx';

/** Set-up of common clients of the tool server, to copy. The clients read the key from the variable HINTERLAND_KEY. */
const CLIENTS: readonly { readonly name: string; readonly file: string | null; setUp(address: string): string }[] = [
  {
    name: 'Claude Code',
    file: null,
    setUp: (address) =>
      `claude mcp add --transport http hinterland ${address} \\\n  --header "Authorization: Bearer $HINTERLAND_KEY"`,
  },
  {
    name: 'Claude Desktop',
    file: 'claude_desktop_config.json',
    setUp: (address) =>
      servers({
        command: 'npx',
        args: ['mcp-remote', address, '--header', `Authorization:${placeholder('HINTERLAND_AUTHORIZATION')}`],
        env: { HINTERLAND_AUTHORIZATION: 'Bearer hl_…' },
      }),
  },
  {
    name: 'VS Code',
    file: '.vscode/mcp.json',
    setUp: (address) =>
      json({
        inputs: [{ type: 'promptString', id: 'hinterland-key', description: 'Hinterland API key', password: true }],
        servers: {
          hinterland: {
            type: 'http',
            url: address,
            headers: { Authorization: `Bearer ${placeholder('input:hinterland-key')}` },
          },
        },
      }),
  },
  {
    name: 'Cursor',
    file: '.cursor/mcp.json',
    setUp: (address) =>
      servers({ url: address, headers: { Authorization: `Bearer ${placeholder('env:HINTERLAND_KEY')}` } }),
  },
];

/** A value that the client fills in. */
const placeholder = (name: string): string => `\${${name}}`;
const json = (value: unknown): string => JSON.stringify(value, null, 2);
const servers = (hinterland: unknown): string => json({ mcpServers: { hinterland } });

/** How agents use the same key. */
export function ToolServer() {
  const { say } = useText();
  const address = `${window.location.origin}/mcp` as const;
  return (
    <Card title={say('mcp.title')}>
      <div className="card-body stack">
        <p className="soft">{say('mcp.text')}</p>
        <Tabs className="stack-tight">
          <TabList className="tabs" aria-label={say('mcp.clients')}>
            {CLIENTS.map(({ name }) => (
              <Tab key={name} id={name} className="tab">
                {name}
              </Tab>
            ))}
          </TabList>
          {CLIENTS.map(({ name, file, setUp }) => (
            <TabPanel key={name} id={name} className="stack-tight">
              <p className="small soft">{file === null ? say('mcp.command') : say('mcp.file', { file })}</p>
              <Code>{setUp(address)}</Code>
            </TabPanel>
          ))}
        </Tabs>
        <p className="small">
          <a href="/developers/guides/mcp">{say('mcp.more')}</a>
        </p>
      </div>
    </Card>
  );
}
