/**
 * Follows the alerts of this commune on this machine. The button shows where the browser can, and nothing is asked before it
 * is pressed. Each commune has a registration of its own, and so a subscription of its own.
 */
const WORKER = '/place/-/alertes-recues.js'
const box = document.getElementById('notifications')
const { commune, nom, cle } = box.dataset
const button = box.querySelector('button')
const told = box.querySelector('[role=status]')
const scope = `/place/-/${commune}/`

const say = (words, label) => {
  told.textContent = words
  button.hidden = !label
  if (label) button.textContent = label
}

/** Trusted Types guard the address of a worker. */
function worker() {
  const policy = window.trustedTypes?.createPolicy('parvis-alertes', { createScriptURL: () => WORKER })
  return policy ? policy.createScriptURL('') : WORKER
}
const address = worker()

async function tell(path, content) {
  const { ok } = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  })
  if (!ok) throw new Error(path)
}

function store(subscription) {
  const { endpoint, keys } = subscription.toJSON()
  return tell('/place/-/abonner', { commune_id: commune, endpoint, p256dh: keys.p256dh, auth: keys.auth })
}

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
  if ((await Notification.requestPermission()) !== 'granted') return
  const registration = await activated(await navigator.serviceWorker.register(address, { scope }))
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(cle),
  })
  await store(subscription)
}

async function unsubscribe(subscription) {
  await tell('/place/-/desabonner', { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

async function show() {
  if (Notification.permission === 'denied')
    return say(
      'Les notifications de ce site sont bloquées. Autorisez-les dans les réglages du navigateur, puis rechargez cette page.',
    )
  const subscription = await current()
  if (subscription) say(`Cet appareil reçoit les alertes de ${nom}.`, 'Ne plus recevoir les alertes')
  else say('', 'Recevoir les alertes sur cet appareil')
  return subscription
}

async function press() {
  button.disabled = true
  try {
    const subscription = await current()
    await (subscription ? unsubscribe(subscription) : subscribe())
    await show()
  } catch {
    say('Cela n’a pas marché. Réessayez dans un moment.', button.textContent)
  } finally {
    button.disabled = false
  }
}

if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
  button.addEventListener('click', press)
  // Again, so that the service knows a subscription that it may have lost.
  show()
    .then(subscription => subscription && store(subscription))
    .catch(() => say('Cela n’a pas marché. Rechargez cette page dans un moment.'))
} else say('Ce navigateur ne sait pas recevoir de notifications.')
