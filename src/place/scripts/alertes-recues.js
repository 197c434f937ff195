/** Shows the alerts that come by Web Push, also while no page is open. A worker of each commune, by its scope. */

self.addEventListener('push', event => {
  event.waitUntil(show(event.data.json()))
})

/** The title says the state of the alert: a message that came twice replaces its notification without a sound. */
async function show({ title, body, tag, path }) {
  const shown = await self.registration.getNotifications({ tag })
  const renotify = shown.every(notification => notification.title !== title)
  await self.registration.showNotification(title, { body, tag, renotify, lang: 'fr', data: { path } })
}

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data.path))
})

/** The push service has given the browser another address, or none. */
self.addEventListener('pushsubscriptionchange', event => {
  event.waitUntil(renew(event))
})

async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options
  const next = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
  if (!next) return
  const { endpoint, keys } = next.toJSON()
  const commune_id = new URL(self.registration.scope).pathname.split('/').at(-2)
  await tell('/place/-/abonner', { commune_id, endpoint, p256dh: keys.p256dh, auth: keys.auth })
  if (oldSubscription) await tell('/place/-/desabonner', { endpoint: oldSubscription.endpoint })
}

const tell = (path, content) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  })
