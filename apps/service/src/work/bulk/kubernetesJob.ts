import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StorageError, type WritableStore } from '@hinterland/storage';
import { ANSWER_BYTES_MAX, type Elsewhere, filledIn, PartFault, type PartTask } from './elsewhere.ts';
import { folderOf } from './file.ts';
import { type KubernetesApi, KubernetesError } from './kubernetesApi.ts';

export interface KubernetesJobSettings {
  readonly api: KubernetesApi;
  readonly store: WritableStore;
  /** Address of the store, as pods know it, too. */
  readonly storeAddress: string;
  /** Arguments of the container; {question} and {answer} become addresses of objects. */
  readonly command: readonly string[];
  readonly partSeconds: number;
  /** The template of the pod: its first container gets the arguments. */
  readonly template: () => Promise<PodTemplate>;
  readonly pollMilliseconds?: number;
}

export interface PodTemplate {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec: { readonly containers: readonly Readonly<Record<string, unknown>>[] };
}

/** The cluster removes a job that nobody has removed. */
const FORGOTTEN_SECONDS = 3_600;
/** Lines and letters of a pod's log that are kept. */
const LOG = 'tailLines=50&limitBytes=4000';
/** Answers of the API in a row that may fail before a part is given up. */
const SILENCES = 5;

/** Works a part off by a job of Kubernetes: question and answer are objects of the store. */
export const byKubernetesJob =
  (settings: KubernetesJobSettings): Elsewhere =>
  (task, signal) =>
    answerOf(settings, task, signal);

async function answerOf(settings: KubernetesJobSettings, task: PartTask, signal: AbortSignal): Promise<Uint8Array> {
  const { api, store } = settings;
  const base = `${folderOf(task.jobId)}part-${String(task.index).padStart(5, '0')}-${randomUUID()}`;
  const [question, answer] = [`${base}.question`, `${base}.answer`];
  let job: { readonly path: string; readonly name: string } | null = null;
  try {
    const data = task.question;
    const sha256 = createHash('sha256').update(data).digest('hex');
    await store.write(question, { data, sha256, mediaType: 'application/vnd.apache.arrow.stream' });
    const path = `/apis/batch/v1/namespaces/${await api.namespace()}/jobs`;
    const wanted = await jobOf(settings, task, { question, answer });
    // A name of its own: what an earlier try has left has another.
    job = { path, name: wanted.metadata.name };
    await api.call('POST', path, wanted);
    await finished(settings, job, signal);
    return await read(store, answer);
  } catch (error) {
    if (error instanceof KubernetesError) throw new PartFault('the cluster cannot work it off', error.message);
    if (error instanceof StorageError) throw new PartFault('its store cannot be used', error.message);
    throw error;
  } finally {
    if (job !== null) {
      const policy = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background' };
      // Where this fails the cluster removes it later, by ttlSecondsAfterFinished or activeDeadlineSeconds.
      await api.call('DELETE', `${job.path}/${job.name}`, policy).catch(() => {});
    }
    // What is left here goes with the files of the job.
    for (const path of [question, answer]) await store.remove(path).catch(() => {});
  }
}

async function jobOf(
  { command, partSeconds, storeAddress, template }: KubernetesJobSettings,
  task: PartTask,
  objects: { readonly question: string; readonly answer: string },
) {
  const at = (path: string) => `${storeAddress.replace(/\/+$/, '')}/${path}`;
  const { metadata, spec } = await template();
  const [container, ...others] = spec.containers;
  const args = command.map((word) =>
    filledIn(word, task).replaceAll('{question}', at(objects.question)).replaceAll('{answer}', at(objects.answer)),
  );
  const labels = { ...metadata?.labels, 'app.kubernetes.io/component': 'part' };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: `${task.jobId.replaceAll('_', '-').toLowerCase()}-${task.index}-${randomUUID().slice(0, 8)}`,
      labels,
      annotations: { 'hinterland/job': task.jobId, 'hinterland/part': String(task.index) },
    },
    spec: {
      // The service tries again, and says so.
      backoffLimit: 0,
      activeDeadlineSeconds: partSeconds,
      ttlSecondsAfterFinished: FORGOTTEN_SECONDS,
      template: {
        metadata: { ...metadata, labels },
        spec: { ...spec, restartPolicy: 'Never', containers: [{ ...container, args }, ...others] },
      },
    },
  };
}

interface JobStatus {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[];
  };
}

/** Resolves once the job is complete. Throws PartFault where it has failed, is gone, or the API is silent for long. */
async function finished(
  { api, pollMilliseconds = 2_000 }: KubernetesJobSettings,
  { path, name }: { readonly path: string; readonly name: string },
  signal: AbortSignal,
): Promise<void> {
  for (let silences = 0; ; ) {
    await sleep(pollMilliseconds, undefined, { signal });
    let job: JobStatus;
    try {
      job = JSON.parse(await api.call('GET', `${path}/${name}`));
      silences = 0;
    } catch (error) {
      if (error instanceof KubernetesError && error.status === 404) {
        throw new PartFault('its job in the cluster was deleted');
      }
      silences += 1;
      if (silences >= SILENCES) throw error;
      continue;
    }
    const is = (type: string) => job.status?.conditions?.find((one) => one.type === type && one.status === 'True');
    if (is('Complete') !== undefined) return;
    const failed = is('Failed');
    if (failed === undefined) continue;
    const said = await logOf(api, path, name);
    if (failed.reason === 'DeadlineExceeded') throw new PartFault('it took longer than it may', said);
    throw new PartFault('its job in the cluster failed', [failed.reason, said].filter(Boolean).join('\n'));
  }
}

/** The end of the log of the pods of a job; the fault where it cannot be read. */
async function logOf(api: KubernetesApi, jobs: string, name: string): Promise<string> {
  const pods = jobs.replace('/apis/batch/v1', '/api/v1').replace(/jobs$/, 'pods');
  try {
    const list = JSON.parse(await api.call('GET', `${pods}?labelSelector=${encodeURIComponent(`job-name=${name}`)}`));
    const names: readonly string[] = list.items.map((pod: { metadata: { name: string } }) => pod.metadata.name);
    const logs = await Promise.all(names.map((pod) => api.call('GET', `${pods}/${pod}/log?${LOG}`)));
    return logs.join('\n').trim();
  } catch (error) {
    return (error as Error).message;
  }
}

async function read(store: WritableStore, path: string): Promise<Uint8Array> {
  const body = await store.read(path, 0);
  if (body === null) throw new PartFault('its job in the cluster has written no answer');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body.chunks) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new PartFault('what came back is too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
