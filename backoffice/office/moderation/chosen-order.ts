import { useState } from 'react'
import { ORDERS, type Order } from './address.ts'

/** The order that a moderator has chosen for what waits, remembered in this browser. Without one, the team's. */

const KEY = 'parvis.desk-order'

function remembered(): Order | undefined {
  try {
    return ORDERS.find(one => one === localStorage.getItem(KEY))
  } catch {
    return undefined
  }
}

export function useChosenOrder() {
  const [chosen, setChosen] = useState(remembered)
  return [
    chosen,
    (next: Order | undefined) => {
      setChosen(next)
      try {
        if (next) localStorage.setItem(KEY, next)
        else localStorage.removeItem(KEY)
      } catch {
        // No localStorage: the order lasts until the desk is left.
      }
    },
  ] as const
}
