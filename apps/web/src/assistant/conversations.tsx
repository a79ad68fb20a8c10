import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganizationPath } from '../api/address.ts';
import { request } from '../api/request.ts';
import { useDeletion } from '../api/useDeletion.ts';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';
import { Deleted } from '../ui/deleted.tsx';
import { useFormat } from '../ui/format.ts';
import { NameField } from '../ui/nameField.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { RowMenu } from '../ui/rowMenu.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import type { ConversationItem } from './types.ts';

interface Page {
  readonly items: readonly ConversationItem[];
  readonly next: string | null;
}

interface ConversationsProps {
  /** Of the organization. */
  readonly path: OrganizationPath;
  /** The one that is open. */
  readonly open: string | null;
  readonly onOpen: (id: string | null) => void;
}

/** The reader's conversations, newest first: opened again, renamed, deleted with a time to undo. */
export function Conversations({ path, open, onOpen }: ConversationsProps) {
  const { say } = useText();
  const list = `${path}/conversations` as const;
  const client = useQueryClient();
  const [renamed, setRenamed] = useState<string | null>(null);
  const { pending, error, remove, undo } = useDeletion(list, list);
  const pages = useInfiniteQuery({
    queryKey: list.split('/').filter(Boolean),
    queryFn: ({ signal, pageParam }) =>
      request(pageParam === null ? list : `${list}?cursor=${encodeURIComponent(pageParam)}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: Page) => next,
  });
  async function rename(id: string, title: string | null): Promise<void> {
    if (title !== null) {
      await request(`${list}/${id}`, { method: 'PUT', body: { title } });
      await client.invalidateQueries({ queryKey: list.split('/').filter(Boolean) });
    }
    setRenamed(null);
  }
  const items = pages.data?.pages.flatMap((page) => page.items).filter(({ id }) => id !== pending?.id) ?? [];
  return (
    <div className="assistant-body" data-assistant="list">
      <Deleted pending={pending} onUndo={undo} />
      <ErrorNotice error={error} />
      {pages.data === undefined ? (
        <Loaded query={pages}>{() => null}</Loaded>
      ) : items.length === 0 ? (
        <Empty
          title={say('assistant.none')}
          action={
            <Button kind="primary" onPress={() => onOpen(null)}>
              {say('assistant.new')}
            </Button>
          }
        />
      ) : (
        <ul className="conversations">
          {items.map((item) => (
            <li key={item.id}>
              {renamed === item.id ? (
                <NameField label={say('assistant.name')} name={item.title} onEnd={(title) => rename(item.id, title)} />
              ) : (
                <Row
                  item={item}
                  isOpen={item.id === open}
                  onOpen={() => onOpen(item.id)}
                  onRename={() => setRenamed(item.id)}
                  onRemove={() => {
                    if (item.id === open) onOpen(null);
                    remove({ id: item.id, name: item.title });
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button onPress={() => void pages.fetchNextPage()} isPending={pages.isFetchingNextPage}>
          {say('ledger.more')}
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  readonly item: ConversationItem;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function Row({ item, isOpen, onOpen, onRename, onRemove }: RowProps) {
  const { say } = useText();
  const { ago } = useFormat();
  const title = item.title === '' ? say('assistant.untitled') : item.title;
  return (
    <div className="conversation">
      <button type="button" className="conversation-open" aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
        <bdi>{title}</bdi>
        <span className="soft small block">{ago(item.updatedAt, Date.now())}</span>
      </button>
      <RowMenu
        label={say('assistant.actions', { title })}
        actions={[
          { id: 'rename', name: say('action.rename'), perform: onRename },
          { id: 'delete', name: say('assistant.delete'), perform: onRemove },
        ]}
      />
    </div>
  );
}
