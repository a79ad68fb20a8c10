import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Boundary } from './boundary.tsx';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** A dialog that a click outside must not close, such as one that shows a secret once. */
  readonly stays?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, stays = false, children }: DialogProps) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!stays}
      isKeyboardDismissDisabled={stays}
    >
      <Modal className="modal">
        <AriaDialog className="dialog">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <Boundary what="part">{children}</Boundary>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="dialog-actions">{children}</div>
);
