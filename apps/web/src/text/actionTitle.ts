import { useTranslation } from 'react-i18next';

/** Charged for beside actions, by its id in the ledger. */
const STORAGE = 'dataset.storage';

/** Returns the title of an action or of another charge; the id of what is no action of today. */
export function useActionTitle(): (id: string) => string {
  const { t, i18n } = useTranslation();
  return (id) => {
    if (id === STORAGE) return t('entry.storage');
    return i18n.exists(`action.${id}`) ? t(`action.${id}`) : id;
  };
}
