{{- define "hinterland.name" -}}
{{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* The name of the release, with that of the chart where it is not part of it: two releases share no object. */}}
{{- define "hinterland.fullname" -}}
{{- $name := include "hinterland.name" . -}}
{{- if .Values.fullnameOverride -}}{{ .Values.fullnameOverride }}
{{- else if contains $name .Release.Name -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" }}
{{- end -}}
{{- end }}

{{- define "hinterland.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}{{ default (include "hinterland.fullname" .) .Values.serviceAccount.name }}
{{- else -}}{{ default "default" .Values.serviceAccount.name }}
{{- end -}}
{{- end }}

{{/* Labels that select objects of this release; in braces, without their closing one where `more` follows. */}}
{{- define "hinterland.selector" -}}
app.kubernetes.io/name: {{ include "hinterland.name" . }}, app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Settings as texts: whole numbers of YAML without an exponent. */}}
{{- define "hinterland.settings" -}}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ if kindIs "float64" $value }}{{ int64 $value | quote }}{{ else }}{{ $value | toString | quote }}{{ end }}
{{- end }}
{{- end }}
