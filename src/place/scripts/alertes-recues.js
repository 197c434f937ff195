/** Shows what comes by Web Push, also while no page is open. A worker of each commune and acteur, by its scope. */

self.addEventListener('push', event => {
  event.waitUntil(show(notificationIn(event.data.json())))
})

/** A node of 0.4.0 sends its fields outside. */
const notificationIn = ({ notification, path, ...outside }) => notification ?? { ...outside, navigate: path }

/** The title says the state of an alert: a message that came twice replaces its notification without a sound. */
async function show({ title, body, tag, navigate }) {
  const shown = await self.registration.getNotifications({ tag })
  const renotify = shown.every(notification => notification.title !== title || notification.body !== body)
  await self.registration.showNotification(title, { body, tag, renotify, lang: 'fr', data: { navigate } })
}

/** On this host, also where the commune has one of its own. */
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(
    self.clients.openWindow(new URL(event.notification.data.navigate, self.registration.scope).pathname),
  )
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
  const [commune_id, acteur_id] = new URL(self.registration.scope).pathname.split('/').slice(3, -1)
  await fetch('/place/-/abonner', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      commune_id,
      ...(acteur_id && { acteur_id }),
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      ...(oldSubscription && { replaces: oldSubscription.endpoint }),
    }),
  })
}
