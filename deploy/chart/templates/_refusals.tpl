{{/* What the schema cannot say: values that contradict each other, in sentences. */}}
{{- define "hinterland.refusals" -}}
{{- range $role, $one := .Values.roles }}
{{- if gt (int $one.least) (int $one.most) }}
{{- fail (printf "roles.%s: least (%d) is above most (%d). Give at most as many copies at least as at most." $role (int $one.least) (int $one.most)) }}
{{- end }}
{{- end }}
{{- $secrets := list "DATABASE_URL" "HINTERLAND_SECRETS_KEY" "SMTP_URL" "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" "AWS_SESSION_TOKEN" "HINTERLAND_LLM_KEY" "HINTERLAND_OIDC_CLIENT_SECRET" "STRIPE_SECRET_KEY" "STRIPE_WEBHOOK_SECRET" "OTEL_EXPORTER_OTLP_HEADERS" }}
{{- $own := dict "HINTERLAND_ROLE" "roles" "HINTERLAND_WORKERS" "roles.*.threads" "HINTERLAND_HOME" "disk" "HOST" "service" "PORT" "service" "HINTERLAND_METRICS_HOST" "monitoring" "HINTERLAND_METRICS_PORT" "monitoring" }}
{{- range $name, $value := .Values.settings }}
{{- if has $name $secrets }}
{{- fail (printf "settings.%s: everyone who may read a ConfigMap could read it. Put it into the Secret %s." $name $.Values.secret) }}
{{- end }}
{{- if hasKey $own $name }}
{{- fail (printf "settings.%s: the chart sets it. Change %s of the values." $name (get $own $name)) }}
{{- end }}
{{- end }}
{{- range $one := .Values.extraEnv }}
{{- if hasKey $own $one.name }}
{{- fail (printf "extraEnv: the chart sets %s. Change %s of the values." $one.name (get $own $one.name)) }}
{{- end }}
{{- if hasKey $.Values.settings $one.name }}
{{- fail (printf "extraEnv: %s is one of the settings, too. Give it in one of the two." $one.name) }}
{{- end }}
{{- end }}
{{- if and (not .Values.serviceAccount.create) .Values.serviceAccount.annotations }}
{{- fail "serviceAccount.annotations: the chart makes no service account (create: false). Annotate the one that you named, or let the chart make it." }}
{{- end }}
{{- end }}
