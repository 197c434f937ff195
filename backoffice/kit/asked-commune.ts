/** The commune whose page led to the sign-up: it is chosen already when the person asks for its page. */

const KEY = 'parvis.commune'

export function rememberAskedCommune(): void {
  const slug = new URLSearchParams(location.search).get('commune')
  if (slug === null || !/^[a-z0-9-]{1,100}$/.test(slug)) return
  try {
    localStorage.setItem(KEY, slug)
  } catch {
    // No localStorage: the person looks for the commune.
  }
}

export function askedCommune(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
