import { type ComponentProps, type ReactNode, useState } from 'react'
import type { useActs } from '../forms/acts.tsx'
import { Button } from '../ui/button.tsx'
import { Created } from './created.tsx'
import css from './keys.module.css'

type Words = ComponentProps<typeof Created>['words'] & {
  readonly none: string
  readonly list: string
  readonly create: string
}
interface WithSecret {
  readonly secret: string
}

/** A list of what has a secret: one is added, and its secret is shown once. */
export function SecretList<R extends { readonly id: string }>({
  of,
  words,
  acts,
  form,
  readAgain,
  children,
}: {
  readonly of: readonly R[]
  readonly words: Words
  readonly acts: ReturnType<typeof useActs>
  /** The form of a new one. */
  form(onClose: () => void, onCreated: (made: WithSecret) => Promise<void>): ReactNode
  readAgain(): Promise<unknown>
  /** A row; `show` shows its secret. */
  children(one: R, show: (made: WithSecret) => void): ReactNode
}) {
  const [isAdding, setAdding] = useState(false)
  const [shown, show] = useState<WithSecret>()
  return (
    <>
      {acts.outcome}
      {of.length === 0 ? (
        <p className="soft second">{words.none}</p>
      ) : (
        <ul className={css.keys} aria-label={words.list}>
          {of.map(one => (
            <li className="row middle gap-6-10" key={one.id}>
              {children(one, show)}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          onClick={() => {
            acts.tell(undefined)
            setAdding(true)
          }}
        >
          {words.create}
        </Button>
      </div>
      {isAdding &&
        form(
          () => setAdding(false),
          async made => {
            setAdding(false)
            show(made)
            await readAgain()
          },
        )}
      {shown && <Created secret={shown.secret} words={words} onClose={() => show(undefined)} />}
    </>
  )
}
