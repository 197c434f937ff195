/** Whether this tab signed out: the page that loads next says so, also behind the page of an outside provider. */

const KEY = 'parvis.signed-out'

export function rememberSignedOut(is: boolean): void {
  try {
    if (is) sessionStorage.setItem(KEY, '1')
    else sessionStorage.removeItem(KEY)
  } catch {
    // A browser without storage says nothing.
  }
}

export function hasSignedOut(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}
