import { useSyncExternalStore } from 'react'

/** A switch that this browser remembers; without localStorage it lasts until the page is closed. */
export function browserSetting(key: string, byDefault: boolean) {
  const listeners = new Set<() => void>()
  let isOn = stored(key) === undefined ? byDefault : stored(key) === 'on'
  return {
    isOn: () => isOn,
    turn(on: boolean): void {
      isOn = on
      try {
        localStorage.setItem(key, on ? 'on' : 'off')
      } catch {
        // No localStorage.
      }
      for (const listener of listeners) listener()
    },
    useIsOn: () =>
      useSyncExternalStore(
        listener => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        () => isOn,
      ),
  }
}

function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Browser notifications about new work while the tab is hidden. */
export const notices = browserSetting('parvis.notices', false)
