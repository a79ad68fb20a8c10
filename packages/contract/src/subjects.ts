import { z } from 'zod';
import { instant } from './instant.ts';
import { LIMITS } from './limits.ts';

/** What questions are asked about, saved once. */
const SUBJECT_KINDS = {
  place: 'One place',
  places: 'A set of places',
  network: 'Own stores, with candidates and rivals of interest',
  area: 'An administrative area or a drawn one',
} as const;
export type SubjectKind = keyof typeof SUBJECT_KINDS;
const KINDS = Object.keys(SUBJECT_KINDS) as [SubjectKind, ...SubjectKind[]];

export const subjectKind = z.enum(KINDS);

/** The parts of a network that a call may mean. */
const NETWORK_PARTS = ['stores', 'candidates'] as const;

const text = (max: number) => z.string().trim().min(1).max(max);
const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

const fields = z
  .record(text(LIMITS.subjectFieldCharacters), z.union([z.string().max(LIMITS.subjectTextCharacters), z.number()]))
  .refine((members) => Object.keys(members).length <= LIMITS.subjectFields, {
    message: `At most ${LIMITS.subjectFields} own fields.`,
  })
  .describe('Own fields by name, texts as they are written ("007" stays) and numbers');

const savedPlace = z
  .object({
    id: text(200).optional().describe('Your own id of it, as it is written'),
    name: text(200).optional(),
    lat: latitude,
    lng: longitude,
    address: text(300).optional().describe('Address for display'),
    fields: fields.optional(),
  })
  .describe('A place of a set or of a network')
  .meta({ id: 'SavedPlace' });
export type SavedPlace = z.output<typeof savedPlace>;

const said = {
  lat: latitude.optional().describe('place: where it is'),
  lng: longitude.optional(),
  address: text(300).optional().describe('place: address for display'),
  fields: fields.optional(),
  places: z
    .array(savedPlace)
    .min(1)
    .max(LIMITS.subjectPlaces)
    .optional()
    .describe('places, network: the places or own stores. Give these or `dataset`'),
  dataset: text(100).optional().describe('places, network: id of the dataset whose rows they are'),
  candidates: z.array(savedPlace).max(LIMITS.subjectCandidates).optional().describe('network: places that could open'),
  rivals: z.array(text(200)).max(LIMITS.subjectRivals).optional().describe('network: brands of interest beside it'),
  area: text(200).optional().describe('area: its code, as areas.list gives it. Give this or `polygon`'),
  polygon: z
    .object({ type: z.enum(['Polygon', 'MultiPolygon']), coordinates: z.array(z.unknown()) })
    .optional()
    .describe('area: a drawn GeoJSON Polygon or MultiPolygon'),
};

/** Members that each kind must have one of, all of, and may have. */
const MEMBERS: Readonly<
  Record<
    SubjectKind,
    { readonly needs: readonly string[]; readonly oneOf: readonly string[]; readonly may: readonly string[] }
  >
> = {
  place: { needs: ['lat', 'lng'], oneOf: [], may: ['address'] },
  places: { needs: [], oneOf: ['places', 'dataset'], may: [] },
  network: { needs: [], oneOf: ['places', 'dataset'], may: ['candidates', 'rivals'] },
  area: { needs: [], oneOf: ['area', 'polygon'], may: [] },
};
const ALWAYS = ['kind', 'name', 'territory', 'fields'];

/** Body of POST /api/v1/subjects, and of PUT /api/v1/subjects/{id}. */
export const newSubject = z
  .object({
    kind: z.enum(KINDS, { error: `kind is one of ${KINDS.join(', ')}.` }),
    name: text(LIMITS.subjectNameCharacters),
    territory: z.string().optional().describe('Id of its territory; where absent, the one in which it lies'),
    ...said,
  })
  .superRefine((subject, context) => {
    const { needs, oneOf, may } = MEMBERS[subject.kind];
    const given = Object.entries(subject).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const issue = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    for (const name of needs)
      if (!given.includes(name)) issue(name, `A subject of the kind ${subject.kind} needs ${name}.`);
    const [first, second] = oneOf;
    if (first !== undefined && second !== undefined && given.includes(first) === given.includes(second))
      issue(first, `A subject of the kind ${subject.kind} has either ${first} or ${second}.`);
    for (const name of given)
      if (![...needs, ...oneOf, ...may, ...ALWAYS].includes(name))
        issue(name, `A subject of the kind ${subject.kind} has no ${name}.`);
  })
  .describe('What questions are asked about')
  .meta({ id: 'NewSubject' });
export type NewSubject = z.output<typeof newSubject>;

const author = z.object({ id: z.int(), name: z.string() });

const answerOfSubject = z
  .object({
    code: z.string().describe('Code of the analysis'),
    name: z.string(),
    actionId: z.string(),
    text: z.string().nullable().describe('What it says first, in the language that was asked for'),
    outcome: z.enum(['yes', 'no', 'not_clear']).nullable(),
    createdAt: instant,
  })
  .describe('A stored answer about a subject')
  .meta({ id: 'AnswerOfSubject' });
export type AnswerOfSubject = z.output<typeof answerOfSubject>;

export const subject = z
  .object({
    id: z.string(),
    kind: z.enum(KINDS),
    name: z.string(),
    territoryId: z.string(),
    lat: latitude
      .nullable()
      .describe(
        'Where its pin stands: the place, or the middle of its places or of its polygon; null for a dataset and for an area by code',
      ),
    lng: longitude.nullable(),
    address: z.string().nullable(),
    fields,
    places: z.array(savedPlace).nullable(),
    dataset: z
      .object({ id: z.string(), name: z.string(), rows: z.int(), matched: z.int().describe('Rows that have a place') })
      .nullable()
      .describe('The dataset whose rows are its places'),
    candidates: z.array(savedPlace),
    rivals: z.array(z.string()),
    area: z.object({ code: z.string(), name: z.string() }).nullable(),
    polygon: z.unknown().describe('Null, or a GeoJSON geometry'),
    author: author.describe('Who saved it'),
    mayChange: z.boolean().describe('Whether the caller may change and delete it'),
    createdAt: instant,
    updatedAt: instant,
    answers: z
      .array(answerOfSubject)
      .describe(`Its latest answers that the caller may read, at most ${LIMITS.subjectAnswers}`),
  })
  .describe('What questions are asked about, saved for all members of an organization')
  .meta({ id: 'Subject' });
export type Subject = z.output<typeof subject>;

export const subjectList = z.object({ data: z.array(subject), total: z.int() }).meta({ id: 'SubjectList' });
export type SubjectList = z.output<typeof subjectList>;

/** Answer of DELETE /api/v1/subjects/{id}, and of projects. */
export const deletedSubject = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'DeletedSubject' });

/** Stands in an input for places, stores or areas. */
export const subjectReference = z
  .object({
    subject: z.string().describe('Id of a saved subject of your organization'),
    part: z.enum(NETWORK_PARTS).optional().describe('Of a network: its stores or its candidates. Default: stores'),
  })
  .describe('A saved place, set of places or network, read when the call begins')
  .meta({ id: 'SavedSubject' });

/** Body of POST /api/v1/projects, and of PUT /api/v1/projects/{id}. */
export const newProject = z
  .object({
    name: text(LIMITS.subjectNameCharacters),
    note: z.string().trim().max(LIMITS.projectNoteCharacters).optional().describe('What is to be decided'),
    subjects: z.array(z.string()).max(LIMITS.projectItems).optional().describe('Ids of its subjects, in order'),
    answers: z.array(z.string()).max(LIMITS.projectItems).optional().describe('Codes of its analyses, in order'),
  })
  .describe('A decision: what it is about, and the answers given on it in order')
  .meta({ id: 'NewProject' });
export type NewProject = z.output<typeof newProject>;

/** Body of POST /api/v1/projects/{id}/answers. */
export const projectAnswer = z
  .object({ code: z.string().describe('Code of an analysis that you may read') })
  .meta({ id: 'ProjectAnswer' });

const answerOfProject = answerOfSubject
  .omit({ actionId: true, createdAt: true })
  .extend({
    actionId: z.string().nullable().describe('Of its last run; null where nothing ran yet'),
    own: z.boolean(),
    updatedAt: instant,
  })
  .describe('An analysis of a project with what its last run says first')
  .meta({ id: 'AnswerOfProject' });

export const project = z
  .object({
    id: z.string(),
    name: z.string(),
    note: z.string(),
    subjects: z.array(subject.pick({ id: true, kind: true, name: true, lat: true, lng: true })),
    answers: z.array(answerOfProject).describe('Its analyses in order, as far as the caller may read them'),
    hidden: z.int().describe('Its analyses that the caller may not read'),
    author,
    mayChange: z.boolean().describe('Whether the caller may rename and delete it'),
    createdAt: instant,
    updatedAt: instant,
  })
  .describe('A decision: what it is about, and the answers given on it in order')
  .meta({ id: 'Project' });
export type Project = z.output<typeof project>;

export const projectList = z.object({ data: z.array(project) }).meta({ id: 'ProjectList' });
export type ProjectList = z.output<typeof projectList>;
