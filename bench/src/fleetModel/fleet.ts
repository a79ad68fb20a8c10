import { type Demand, demandAt } from './demand.ts';
import { boundOf, type Closed, closed, firstOf, type Resource } from './mva.ts';

/** What was measured on one process. */
export interface Rates {
  /** One kind of call, with several numbers of connections. */
  readonly demands: readonly Demand[];
  /** A process at rest, per second: milliseconds of the database's processors. */
  readonly restMilliseconds: number;
  /** Bytes of an answer. */
  readonly bytes: number;
  /** Charged calls per second that the account of one organization lets through; infinite for free calls. */
  readonly accountPerSecond: number;
}

/** Processes, their database and the load on one machine, as the bench has them. */
export interface Box {
  readonly processes: number;
  readonly processors: number;
  readonly connections: number;
}

/** Machines of one process each, a database on a machine of its own, and callers elsewhere. */
export interface Fleet {
  readonly machines: number;
  readonly processors: number;
  readonly databaseProcessors: number;
  /** To each process. */
  readonly connections: number;
  /** Bits per second of a machine's network, and of the database's. */
  readonly networkBits: number;
}

export interface Carried extends Closed {
  /** What lets the fewest calls through. */
  readonly first: string;
  /** All bounds, calls per second. */
  readonly bounds: Readonly<Record<string, number>>;
}

/** What a number of processes carry on one machine that they share with the database and the load. */
export function carriedByBox(
  { demands }: Pick<Rates, 'demands'>,
  { processes, processors, connections }: Box,
): Carried {
  const { main, others, database, generator } = demandAt(demands, connections / processes);
  const resources = [
    { name: 'processors', servers: processors, milliseconds: main + others + database + generator },
    { name: 'answering threads', servers: processes, milliseconds: main },
    { name: 'the load generator', servers: 1, milliseconds: generator },
  ];
  // Threads run on the machine's processors: what a call takes of a thread it takes there, once.
  return carried(resources, [firstOf(resources)], connections);
}

/** What a fleet carries, with the first that breaks. */
export function carriedByFleet({ demands, restMilliseconds, bytes, accountPerSecond }: Rates, fleet: Fleet): Carried {
  const { machines, processors, databaseProcessors, connections, networkBits } = fleet;
  const { main, others, database } = demandAt(demands, connections);
  const left = Math.max(1e-9, databaseProcessors - (machines * restMilliseconds) / 1000);
  const threads = { name: 'answering threads', servers: machines, milliseconds: main };
  const rest = { name: 'processors of the service', servers: machines * processors, milliseconds: main + others };
  const account = { name: 'the account of one organization', servers: 1, milliseconds: 1000 / accountPerSecond };
  const shared = [
    { name: 'processors of PostgreSQL', servers: left, milliseconds: database },
    { name: 'network of the machines', servers: machines, milliseconds: (1000 * bytes * 8) / networkBits },
    account,
  ];
  // The thread and the processors of a process are one queue, the shorter of both bounds.
  const service = firstOf([threads, rest]);
  return carried([threads, rest, ...shared], [service, ...shared], machines * connections);
}

function carried(all: readonly Resource[], queues: readonly Resource[], callers: number): Carried {
  return {
    ...closed(queues, callers),
    first: firstOf(all).name,
    bounds: Object.fromEntries(all.map((one) => [one.name, boundOf(one)])),
  };
}
