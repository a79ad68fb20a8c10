const status = document.querySelector('[role=status]');
const token = location.hash.startsWith('#token=') ? decodeURIComponent(location.hash.slice(7)) : '';
const say = (text) => {
  status.textContent = text;
};

async function submit(form) {
  const body = Object.fromEntries(new FormData(form));
  if ('token' in form.dataset) body.token = token;
  const button = form.querySelector('button');
  button.disabled = true;
  say('…');
  try {
    const answer = await fetch(form.dataset.send, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const problem = answer.ok ? null : await answer.json();
    if (problem === null) {
      form.hidden = true;
      say(form.dataset.done);
      if (form.dataset.then) {
        document.getElementById('sign-in').hidden = true;
        await submit(document.getElementById(form.dataset.then));
      }
    } else if (problem.error === 'link_not_valid') {
      form.hidden = true;
      say(form.dataset.void);
    } else if (problem.error === 'not_signed_in' && form.dataset.signedOut) {
      form.hidden = true;
      say('');
      document.getElementById(form.dataset.signedOut).hidden = false;
    } else {
      say(problem.errors && problem.errors[0] ? problem.errors[0].detail : problem.detail);
    }
  } catch {
    say('The service did not answer. Check the connection and try again.');
  }
  button.disabled = false;
}

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form);
  });
  if ('token' in form.dataset && token === '') {
    form.hidden = true;
    say('This link is not complete. Open it from the mail again, or copy all of it.');
  }
}
addEventListener('hashchange', () => location.reload());
