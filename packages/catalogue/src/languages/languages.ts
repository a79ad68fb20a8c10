import am from './am.json' with { type: 'json' };
import ar from './ar.json' with { type: 'json' };
import az from './az.json' with { type: 'json' };
import bg from './bg.json' with { type: 'json' };
import bn from './bn.json' with { type: 'json' };
import ca from './ca.json' with { type: 'json' };
import cs from './cs.json' with { type: 'json' };
import da from './da.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import el from './el.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import et from './et.json' with { type: 'json' };
import fa from './fa.json' with { type: 'json' };
import fi from './fi.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import he from './he.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };
import hr from './hr.json' with { type: 'json' };
import hu from './hu.json' with { type: 'json' };
import hy from './hy.json' with { type: 'json' };
import id from './id.json' with { type: 'json' };
import icelandic from './is.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ka from './ka.json' with { type: 'json' };
import kk from './kk.json' with { type: 'json' };
import km from './km.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import type { Language } from './language.ts';
import lo from './lo.json' with { type: 'json' };
import lt from './lt.json' with { type: 'json' };
import lv from './lv.json' with { type: 'json' };
import mk from './mk.json' with { type: 'json' };
import mn from './mn.json' with { type: 'json' };
import ms from './ms.json' with { type: 'json' };
import my from './my.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import no from './no.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ro from './ro.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import si from './si.json' with { type: 'json' };
import sk from './sk.json' with { type: 'json' };
import sl from './sl.json' with { type: 'json' };
import sq from './sq.json' with { type: 'json' };
import sr from './sr.json' with { type: 'json' };
import sv from './sv.json' with { type: 'json' };
import sw from './sw.json' with { type: 'json' };
import ta from './ta.json' with { type: 'json' };
import te from './te.json' with { type: 'json' };
import th from './th.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };
import uk from './uk.json' with { type: 'json' };
import ur from './ur.json' with { type: 'json' };
import uz from './uz.json' with { type: 'json' };
import vi from './vi.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

const FILES = {
  en,
  it,
  de,
  fr,
  es,
  ca,
  pt,
  nl,
  cs,
  sk,
  am,
  ar,
  az,
  bg,
  bn,
  da,
  el,
  et,
  fa,
  fi,
  he,
  hi,
  hr,
  hu,
  hy,
  id,
  is: icelandic,
  ja,
  ka,
  kk,
  km,
  ko,
  lo,
  lt,
  lv,
  mk,
  mn,
  ms,
  my,
  no,
  pl,
  ro,
  ru,
  si,
  sl,
  sq,
  sr,
  sv,
  sw,
  ta,
  te,
  th,
  tr,
  uk,
  ur,
  uz,
  vi,
  zh,
};
export type LanguageCode = keyof typeof FILES;

/** Languages of street names. */
export const LANGUAGES: Readonly<Record<LanguageCode, Language>> = FILES;

const ALL = Object.keys(FILES) as LanguageCode[];

/** Returns languages of street names, all of them where none is known: their words for units and numbers are tried then. */
export const languagesOf = (codes: readonly LanguageCode[]): readonly LanguageCode[] =>
  codes.length === 0 ? ALL : codes;
