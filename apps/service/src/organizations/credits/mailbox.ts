/** Domains whose mailbox is the same under another name, by the words of the provider. */
const SAME: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
  'pm.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'protonmail.ch': 'proton.me',
  'ya.ru': 'yandex.ru',
  'yandex.com': 'yandex.ru',
  'yandex.by': 'yandex.ru',
  'yandex.kz': 'yandex.ru',
};

/** Characters within a name that a provider says to ignore. */
const IGNORED: Readonly<Record<string, RegExp>> = {
  'gmail.com': /\./g,
  'proton.me': /[._-]/g,
};

/** Domains of Fastmail, which delivers anything@name.fastmail.com to name@fastmail.com. */
const SUBDOMAINS = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * The mailbox that an address leads to, as far as that can be told from the address: in lower case, without what stands behind
 * "+", and without what its provider ignores. Two spellings of one mailbox give the same text.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address
    .slice(at + 1)
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\.$/, '');
  const [, name, fastmail] = SUBDOMAINS.exec(domain) ?? [];
  if (name !== undefined) return `${name}@${fastmail}`;
  const own = SAME[domain] ?? domain;
  const local = address
    .slice(0, at)
    .toLowerCase()
    .normalize('NFKC')
    .replace(/^"(.*)"$/, '$1');
  const base = local.replace(/(?<=.)\+.*$/, '').replace(IGNORED[own] ?? /(?!)/, '');
  // Yandex writes a dot in place of a hyphen.
  return `${own === 'yandex.ru' ? base.replaceAll('.', '-') : base}@${own}`;
}
