import { useSyncExternalStore } from 'react'
import css from './shell.module.css'
import { t } from './texts.ts'

const useOnline = () =>
  useSyncExternalStore(
    listener => {
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )

export function Offline() {
  const online = useOnline()
  return (
    <div role="status">{!online && <p className={`second medium wait ${css.offline}`}>{t.offline}</p>}</div>
  )
}
