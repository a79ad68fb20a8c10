/** Names of samplers, as OpenTelemetry has them. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Where traces go, and which. */
export interface TracesConfig {
  /** Address of the collector, without /v1/traces and without a slash at the end. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Whether a request that names a trace continues it, and is sampled as its caller says. */
  readonly followsCallers: boolean;
  /** Share of the traces that begin here which are exported, 0..1. */
  readonly ratio: number;
}

/** Returns the settings of traces; null without a collector. */
export function tracesOf(settings: {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_SDK_DISABLED?: boolean | undefined;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER: (typeof SAMPLERS)[number];
  readonly OTEL_TRACES_SAMPLER_ARG?: number | undefined;
}): TracesConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = settings;
  if (endpoint === undefined || settings.OTEL_SDK_DISABLED === true) return null;
  const shares = { always_on: 1, always_off: 0, traceidratio: settings.OTEL_TRACES_SAMPLER_ARG ?? 1 };
  return {
    endpoint,
    serviceName: settings.OTEL_SERVICE_NAME,
    followsCallers: sampler.startsWith('parentbased_'),
    ratio: shares[sampler.replace('parentbased_', '') as keyof typeof shares],
  };
}
