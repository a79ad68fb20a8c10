/** Saves what the service answers below a path of the session surface as a file. */
export function download(path: string): void {
  const link = document.createElement('a');
  link.href = `/web/v1${path}`;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
