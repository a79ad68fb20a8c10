const KEY = 'hinterland-key';
const keys = document.querySelectorAll('input[data-key]');

for (const input of keys) {
  input.value = sessionStorage.getItem(KEY) ?? '';
  input.addEventListener('input', () => {
    sessionStorage.setItem(KEY, input.value.trim());
    for (const other of keys) if (other !== input) other.value = input.value;
  });
}

for (const form of document.querySelectorAll('form[data-path]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

async function send(form) {
  const button = form.querySelector('button');
  const status = form.querySelector('[role=status]');
  const shown = form.querySelector('pre');
  button.disabled = true;
  status.textContent = '…';
  shown.hidden = true;
  try {
    const { address, init } = requestOf(form);
    const answer = await fetch(address, init);
    const text = await answer.text();
    status.textContent = `${answer.status} ${answer.statusText}`;
    shown.hidden = text === '';
    shown.firstElementChild.textContent = readable(text);
  } catch {
    status.textContent = 'The service did not answer. Check the connection and try again.';
  }
  button.disabled = false;
}

function requestOf(form) {
  const headers = {};
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const { name, value, dataset } of form.querySelectorAll('input[data-in]')) {
    if (value === '') continue;
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (dataset.in === 'query') query.set(name, value);
    else headers[name] = value;
  }
  const key = form.querySelector('input[data-key]')?.value.trim();
  if (key) headers.Authorization = `Bearer ${key}`;
  const body = form.querySelector('textarea[data-body]')?.value;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const asked = query.size === 0 ? path : `${path}?${query}`;
  return { address: asked, init: { method: form.dataset.method, headers, body, cache: 'no-store' } };
}

/** JSON with line breaks; other texts as they are. */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
