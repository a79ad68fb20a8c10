import { useTranslation } from 'react-i18next';

/** Charged for beside actions, by its id in the ledger. */
const STORAGE = 'dataset.storage';

/** Returns the question that an action answers, its title where it has none, or the name of another charge; the id of what is no action of today. */
export function useActionTitle(): (id: string) => string {
  const { t, i18n } = useTranslation();
  return (id) => {
    if (id === STORAGE) return t('entry.storage');
    const key = [`ask.${id}`, `action.${id}`].find((one) => i18n.exists(one));
    return key === undefined ? id : t(key);
  };
}
