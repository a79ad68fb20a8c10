import { useTranslation } from 'react-i18next';

/** Returns the title of an action; its id for what is no action of today. */
export function useActionTitle(): (id: string) => string {
  const { t, i18n } = useTranslation();
  return (id) => (i18n.exists(`action.${id}`) ? t(`action.${id}`) : id);
}
