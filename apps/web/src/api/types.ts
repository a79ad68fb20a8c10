import type { components } from './schema.ts';

// Answers of the session surface by name. They are generated from what the service declares, see README.md.

export type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type Place = Schemas['Place'];
export type Role = Place['role'];
export type ListedSession = Schemas['ListedSession'];
export type SecondFactor = Schemas['SecondFactor'];
export type NewSecondFactor = Schemas['NewSecondFactor'];
export type Member = Schemas['Member'];
export type Invitation = Schemas['Invitation'];
export type Team = Schemas['Team'];
export type ApiKey = Schemas['ListedKey'];
export type RotatedKey = Schemas['RotatedKey'];
export type Scope = ApiKey['scopes'][number];
export type Credits = Schemas['Credits'];
export type Limit = Schemas['LimitUse'];

export interface List<T> {
  readonly data: readonly T[];
}

export type Webhook = Schemas['Webhook'];
export type WebhookList = Schemas['WebhookList'];
export type WebhookAccess = Schemas['WebhookAccess'];
export type EventType = Schemas['EventType'];
export type Delivery = Schemas['Delivery'];

export type Entry = Schemas['LedgerEntry'];
export type Usage = Schemas['Usage'];
export type UsageBy = Usage['by'];
/** Credits spent in a month by one member, key or action. */
export type Use = Usage['data'][number];
export type Order = Schemas['Order'];
export type Offer = Schemas['Offer'];
export type Price = Schemas['Price'];
export type AuditEntry = Schemas['AuditEntry'];

export type AreaProfile = Schemas['AreaProfile'];
export type AreasCompared = Schemas['AreasCompared'];
export type Territory = Schemas['TerritoryInForce'];
export type Front = Schemas['Front'];
export type Family = Schemas['FamilyInForce'];
export type Source = Schemas['DataSource'];
export type Changes = Schemas['DataChanges'];
export type Example = Schemas['ShownExample'];
export type WorkedExample = Schemas['WorkedExample'];
export type AnalysisItem = Schemas['AnalysisListItem'];
export type Subject = Schemas['Subject'];
export type Project = Schemas['Project'];
export type Shares = Schemas['Shares'];
export type Embedding = Schemas['Embedding'];

export type ActionDescriptor = Schemas['ActionDescriptor'];
export type Quote = Schemas['Quote'];
export type Execute = Schemas['Execute'];
export type Analysis = Schemas['Analysis'];
export type SavedState = Schemas['SavedState'];
export type Version = Schemas['Version'];
export type VersionItem = Schemas['VersionListItem'];
export type Job = Schemas['Job'];
export type JobResults = Schemas['JobResults'];
export type Dataset = Schemas['Dataset'];
export type DatasetReading = Schemas['DatasetReading'];
export type DatasetRow = Schemas['DatasetRow'];
export type RowFault = Schemas['RowFault'];
export type Storage = Schemas['Storage'];

export type PlaceWithSales = Schemas['SalesOfVersion']['places'][number];
