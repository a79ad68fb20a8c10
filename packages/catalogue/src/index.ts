export { fold, foldText } from './addressText/fold.ts';
export {
  houseNumberKey,
  isHouseNumber,
  leadingDigits,
  MOST_DIGITS,
  NUMBER_WORDS,
  withoutDecimalZeros,
} from './addressText/houseNumber.ts';
export { withLearnedLanguages } from './addressText/learnedLanguages.ts';
export { inOneScript, isStreetType, nameKey, nameWords } from './addressText/nameWords.ts';
export { tidyLine } from './addressText/tidyLine.ts';
export { takeUnit, unitKey } from './addressText/unit.ts';
export { writesNumberFirst } from './addressText/unitPatterns.ts';
export { type Vocabulary, vocabularyOf } from './addressText/vocabulary.ts';
export { countryHabits } from './countries/countries.ts';
export { type Subdivision, subdivisionsOf } from './countries/subdivisions.ts';
export { chooseJoin, JOIN_KINDS, JOIN_LIMITS, type JoinKind, type JoinLimits, joinKindOf } from './joinRule.ts';
export type {
  PackAreas,
  PackFigure,
  PackFile,
  PackIncome,
  PackNational,
  PackOutlines,
  PackPart,
  PackTable,
  PackTopic,
  PeoplePack,
} from './packs/pack.ts';
export { PEOPLE_PACKS } from './packs/packs.ts';
export { type ComparableSectors, comparableSectors } from './registers/comparable.ts';
export { counterpartsIn, type Match } from './registers/counterparts.ts';
export {
  CLASSIFICATIONS,
  COUNTED_UNITS,
  type CountedUnit,
  type Register,
  type RegisterArea,
} from './registers/register.ts';
export { REGISTERS } from './registers/registers.ts';
export { type AccessClass, type DefaultAccess, defaultAccess } from './roads/access.ts';
export { BARRIERS } from './roads/barriers.ts';
export { classSpeed, ROUTERS, type Router, routerSpeed, SHARE_OF_LIMIT } from './roads/classSpeeds.ts';
export { CARRIED_WAYS, WALKED_WAYS, WALKED_WHERE_INVITED } from './roads/unclassedWays.ts';
export { type Customers, customersOf, needsCar } from './sectors/customers.ts';
export { SECTOR_PARAMETERS_VERSION } from './sectors/parameters.ts';
export { SECTOR_LANGUAGES } from './sectors/record.ts';
export {
  SECTOR_CODES,
  SECTOR_GROUPS,
  SECTORS,
  type Sector,
  type SectorCode,
  type SectorGroup,
  sectorOf,
  sectorOfOsmTag,
  sectorOfOverture,
} from './sectors/sectors.ts';
export { ENGEL_SLOPES, SPEND_TO_INCOME } from './spend/engel.ts';
export { exchangeRate, SPEND_COUNTRIES, type SpendLevel, spendLevelOf } from './spend/spendLevel.ts';
export { SPEND_MODEL, spendDeviation } from './spend/spendModel.ts';
export { COICOP_DIVISIONS, type CoicopDivision } from './topics/coicop.ts';
export { MEASURES, type Measure } from './topics/measures.ts';
export { AGE_CLASSES, TOPIC_CODES, TOPIC_FIELDS, type TopicCode, type TopicField } from './topics/topics.ts';
export {
  HIERARCHY_MODES,
  MODE_BIT,
  MODES,
  type Mode,
  PROFILES,
  type Profile,
  STRAIGHT_METERS_PER_SECOND,
  TRAFFICS,
  type Traffic,
} from './travelModes.ts';
