/**
 * Puts the component in place of the plain page, once its script has come. The component fetches all documents when it is
 * idle; the answer to that waits until the document is chosen, so that only what is shown is loaded.
 */
const DOCUMENTS = [
  { title: 'Apps, residents and members', slug: 'public', url: '/openapi/public.json' },
  { title: 'Back-office and town halls', slug: 'office', url: '/openapi/office.json' },
  { title: 'All routes', slug: 'all', url: '/openapi.json' },
]
const SETTINGS = {
  pageTitle: 'Parvis API',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  // Lets a newcomer's first request succeed: any app name works, and this one needs no token.
  authentication: {
    preferredSecurityScheme: 'app',
    securitySchemes: { app: { value: 'public' }, backoffice: { value: 'backoffice' } },
  },
}

/** The component hides the value of every security scheme in its examples. The name of an app is no secret. */
const NAMES = Object.values(SETTINGS.authentication.securitySchemes).map(({ value }) => value)
function showNames() {
  for (const hidden of document.querySelectorAll('.credential'))
    if (NAMES.includes(hidden.textContent)) hidden.replaceWith(hidden.textContent)
}

function whenChosen(source) {
  let choose
  const chosen = new Promise(resolve => {
    choose = resolve
  })
  // A link into a document: the component waits for it before it says that it is chosen.
  if (location.hash.slice(1).split('/').includes(source.slug)) choose()
  const isOwn = input => new URL(input.url ?? input, location.href).pathname === source.url
  const customFetch = async (input, init) => {
    if (isOwn(input)) await chosen
    return await fetch(input, init)
  }
  return { ...SETTINGS, ...source, onDocumentSelect: () => choose(), customFetch }
}

addEventListener('DOMContentLoaded', () => {
  if (!globalThis.Scalar) return
  // The component would take what it finds for its own.
  const app = document.getElementById('app')
  app.replaceChildren()
  new MutationObserver(showNames).observe(app, { childList: true, subtree: true })
  globalThis.Scalar.createApiReference('#app', DOCUMENTS.map(whenChosen))
})
