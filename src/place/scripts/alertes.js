/**
 * Follows the alerts of this commune, or this acteur, on this machine. The choices and the button show where the browser can, and
 * nothing is asked before it is pressed. Each commune and acteur has a registration of its own, and so a subscription of its own.
 */
const WORKER = '/place/-/alertes-recues.js'
const box = document.getElementById('notifications')
const { commune, acteur, nom, cle } = box.dataset
const button = box.querySelector('button')
const choices = box.querySelector('fieldset')
const told = box.querySelector('[role=status]')
const scope = `/place/-/${commune}/${acteur ? `${acteur}/` : ''}`
const WORDS = acteur
  ? {
      begin: 'Être prévenu sur cet appareil',
      end: 'Ne plus être prévenu',
      done: `Cet appareil vous prévient de ce que publie ${nom}.`,
    }
  : {
      begin: 'Recevoir les alertes sur cet appareil',
      end: 'Ne plus recevoir les alertes',
      done: `Cet appareil reçoit les alertes de ${nom}.`,
    }

const say = (words, label) => {
  told.textContent = words
  button.hidden = !label
  if (choices) choices.hidden = !label
  if (label) button.textContent = label
}

/** Trusted Types guard the address of a worker. */
function worker() {
  const policy = window.trustedTypes?.createPolicy('parvis-alertes', { createScriptURL: () => WORKER })
  return policy ? policy.createScriptURL('') : WORKER
}
const address = worker()

async function tell(path, content) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
    // Other tabs wait for their turn.
    signal: AbortSignal.timeout(30_000),
  })
  if (!response.ok) throw new Error(path)
  return (await response.json()).data
}

/** One change at a time in all tabs of this place: each reads what the one before has left. */
const inTurn = change => (navigator.locks ? navigator.locks.request(`alertes ${scope}`, change) : change())

/** Without the choice it stays as it is stored. */
async function store(subscription, chosen = {}) {
  const { endpoint, keys } = subscription.toJSON()
  const { notices } = await tell('/place/-/abonner', {
    commune_id: commune,
    ...(acteur && { acteur_id: acteur }),
    ...chosen,
    endpoint,
    p256dh: keys.p256dh,
    auth: keys.auth,
  })
  const chosenInput = choices?.querySelector(`input[value="${notices ?? ''}"]`)
  if (chosenInput) chosenInput.checked = true
}

const choice = () => (choices ? { notices: choices.querySelector('input:checked').value || null } : {})

const bytesOf = text =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

/** The subscription of this machine; one for another key of the service is of no use any more. */
async function current() {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  // The page itself is in no such scope: another registration would be that of a wider one.
  if (!registration?.scope.endsWith(scope)) return null
  const subscription = await registration.pushManager.getSubscription()
  const key = subscription?.options?.applicationServerKey
  if (!key || String(new Uint8Array(key)) === String(bytesOf(cle))) return subscription
  await subscription.unsubscribe()
  return null
}

async function activated(registration) {
  const arriving = registration.installing ?? registration.waiting
  if (registration.active || !arriving) return registration
  await new Promise((done, fail) => {
    arriving.addEventListener('statechange', () => {
      if (arriving.state === 'activated') done()
      if (arriving.state === 'redundant') fail(new Error(arriving.state))
    })
  })
  return registration
}

async function subscribe() {
  const registration = await activated(await navigator.serviceWorker.register(address, { scope }))
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(cle),
  })
  await store(subscription, choice())
}

async function unsubscribe(subscription) {
  await tell('/place/-/desabonner', { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

/** Whether the page says that it follows: what the button means may have been done in another tab. */
let follows = false

async function show() {
  if (Notification.permission === 'denied')
    return say(
      'Les notifications de ce site sont bloquées. Autorisez-les dans les réglages du navigateur, puis rechargez cette page.',
    )
  const subscription = await current()
  follows = subscription !== null
  if (subscription) say(WORDS.done, WORDS.end)
  else say('', WORDS.begin)
  return subscription
}

async function attempt(action) {
  button.disabled = true
  try {
    await action()
  } catch {
    say('Cela n’a pas marché. Réessayez dans un moment.', button.textContent)
  } finally {
    button.disabled = false
  }
}

const press = () =>
  attempt(async () => {
    const ends = follows
    // Outside the turn: no other tab waits for what the person answers.
    const isAllowed = ends || (await Notification.requestPermission()) === 'granted'
    await inTurn(async () => {
      const subscription = ends && (await current())
      if (subscription) await unsubscribe(subscription)
      else if (!ends && isAllowed) await subscribe()
      await show()
    })
  })

/** Once subscribed, another choice holds at once. */
const choose = () =>
  attempt(async () => {
    // Before its turn: the answer of an earlier change shows what that has stored.
    const chosen = choice()
    await inTurn(async () => {
      const subscription = await current()
      if (subscription) {
        await store(subscription, chosen)
        say('C’est noté.', WORDS.end)
      } else if (follows) await show()
    })
  })

if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
  button.addEventListener('click', press)
  choices?.addEventListener('change', choose)
  // Again, so that the service knows a subscription that it may have lost.
  show()
    .then(
      subscription =>
        subscription &&
        inTurn(async () => {
          const now = await current()
          if (now) await store(now)
        }),
    )
    .catch(() => say('Cela n’a pas marché. Rechargez cette page dans un moment.'))
} else say('Ce navigateur ne sait pas recevoir de notifications.')
