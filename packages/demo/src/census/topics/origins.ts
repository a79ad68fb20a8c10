import { apportion, part } from '../apportion.ts';
import { keysOf, type Topic, titled } from './topic.ts';

const BIRTH_COUNTRIES = [
  ['new_zealand', 'New Zealand'],
  ['united_kingdom', 'United Kingdom'],
  ['france', 'France'],
  ['australia', 'Australia'],
  ['philippines', 'Philippines'],
  ['tonga', 'Tonga'],
  ['samoa', 'Samoa'],
  ['india', 'India'],
  ['china', 'China'],
  ['vietnam', 'Viet Nam'],
  ['portugal', 'Portugal'],
  ['chile', 'Chile'],
  ['south_africa', 'South Africa'],
  ['elsewhere', 'Elsewhere'],
] as const;
const BIRTH_SHARES = [15, 14, 13, 10, 9, 7, 6, 7, 6, 3, 3, 2, 2, 12];

/** National languages first; the rest are other languages. */
const LANGUAGES = [
  ['english', 'English'],
  ['french', 'French'],
  ['maravean', 'Maravean'],
  ['tagalog', 'Tagalog'],
  ['tongan', 'Tongan'],
  ['samoan', 'Samoan'],
  ['hindi', 'Hindi'],
  ['mandarin', 'Mandarin'],
  ['vietnamese', 'Vietnamese'],
  ['portuguese', 'Portuguese'],
  ['spanish', 'Spanish'],
  ['other', 'Other'],
] as const;
const OTHER_LANGUAGE_SHARES = [20, 15, 13, 14, 14, 7, 8, 4, 15];

export const origins: Topic = {
  note: 'Invented figures of a fictional country. English, French and Maravean are its national languages.',
  lists: [
    {
      name: 'birth_country',
      unit: 'persons',
      meaning: 'Residents born abroad by country of birth',
      keys: titled(BIRTH_COUNTRIES),
    },
    { name: 'language', unit: 'persons', meaning: 'Residents by language spoken at home', keys: titled(LANGUAGES) },
  ],
  fill({ columns, row, profile, people, random }) {
    const base = part(people.total, 0.95 + 0.03 * random.next());
    const abroadShare =
      0.1 + 0.12 * profile.flatShare + 0.1 * profile.student + 0.06 * profile.young + 0.05 * random.next();
    const abroad = part(base, abroadShare);
    const stated = part(people.total, 0.96);
    const foreign = part(stated, abroadShare * 0.52);
    const spoken = part(people.total, 0.965);
    const other = part(spoken, 0.02 + 0.55 * abroadShare * random.between(0.85, 1.15));
    const [english, french, maravean] = apportion(spoken - other, [
      0.72 - 0.12 * profile.retired,
      0.14 + 0.1 * (profile.urban ? 0 : 1),
      0.1,
    ]);
    columns.set(row, {
      base,
      born_in_country: base - abroad,
      born_abroad: abroad,
      citizens: stated - foreign,
      foreign_citizens: foreign,
      other_language_at_home: other,
    });
    const noisy = (shares: readonly number[]) => shares.map((share) => share * random.between(0.6, 1.4));
    columns.setList(row, 'birth_country', keysOf(BIRTH_COUNTRIES), apportion(abroad, noisy(BIRTH_SHARES)));
    const others = apportion(other, noisy(OTHER_LANGUAGE_SHARES));
    columns.setList(row, 'language', keysOf(LANGUAGES), [english!, french!, maravean!, ...others]);
  },
};
