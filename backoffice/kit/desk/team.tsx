import { type ComponentType, type LazyExoticComponent, Suspense, use, useState } from 'react'
import { useShortcuts } from '../keys.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/message.tsx'
import { nouns } from '../words/texts.ts'
import { KEYS } from './desk-keys.ts'
import { RefusedKey } from './desk-screen.tsx'
import { t } from './team-texts.ts'
import type { Wish, WorkProps } from './team-work.tsx'

/** The assignee and the notes of an item. Loaded if there are any, or on request. */
export function Team({
  item,
  work: Work,
  onChange,
}: Pick<WorkProps, 'item' | 'onChange'> & { readonly work: LazyExoticComponent<ComponentType<WorkProps>> }) {
  const [wish, setWish] = useState<Wish>()
  const want = (what: Wish['what']) => setWish({ what, turn: (wish?.turn ?? 0) + 1 })
  const isRefused = use(RefusedKey)
  const byKey = (what: Wish['what']) => () => isRefused() || want(what)
  useShortcuts([
    { key: KEYS.take, does: t.take, run: byKey('take') },
    { key: KEYS.give, does: t.give, run: byKey('give') },
    ...(item.notes_count === undefined ? [] : [{ key: KEYS.note, does: t.note, run: byKey('note') }]),
  ])
  const hasSome = wish !== undefined || item.assignee !== null || (item.notes_count ?? 0) > 0
  return (
    <section className="stack gap-10">
      <h3>{nouns.team}</h3>
      {hasSome && (
        <Suspense fallback={<Loading />}>
          <Work item={item} wish={wish} onChange={onChange} />
        </Suspense>
      )}
      <div className="row gap-10 if-any">
        {!hasSome && (
          <>
            <Button hint={KEYS.take} onClick={() => want('take')}>
              {t.take}
            </Button>
            <Button hint={KEYS.give} onClick={() => want('give')}>
              {t.give}
            </Button>
          </>
        )}
        {item.notes_count === 0 && wish?.what !== 'note' && (
          <Button icon="pen" hint={KEYS.note} onClick={() => want('note')}>
            {t.note}
          </Button>
        )}
      </div>
    </section>
  )
}
