import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { KeptPublicationType as Kept, PublicationTypeChanges } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { changeOnNewest } from '../../kit/forms/newest.ts'
import { Button, IconButton } from '../../kit/ui/button.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { EditedInPlace } from './in-place.tsx'
import css from './settings.module.css'
import { t } from './texts.ts'
import { TypeEditor } from './type-editor.tsx'

/** The types in their order, and below them the retired ones. */
export function Types() {
  const { data, error, refetch } = useQuery(reading('GET /api/v1/admin/publication-types', {}))
  const { act, outcome } = useActs(moved, { stale_version: t.staleSince })
  /** A button that moves with its row loses the focus: restores it. */
  const pressed = useRef<HTMLElement>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the lines stand where they were put
  useEffect(() => {
    pressed.current?.focus()
    pressed.current = undefined
  }, [data])
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />

  const change = (
    type: Kept,
    body: Pick<PublicationTypeChanges, 'place' | 'retired'>,
    done: (now: Kept) => string,
  ) => {
    const { id } = type
    return act(
      () =>
        changeOnNewest(type, body, {
          send: change => call('PATCH /api/v1/admin/publication-types/{id}', { params: { id }, ...change }),
          reread: async () =>
            (await call('GET /api/v1/admin/publication-types', {})).data.find(now => now.id === id),
        }),
      done,
    )
  }
  const line = (type: Kept, acts: ReactNode) => (
    <>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <circle cx="6" cy="6" r="6" fill={type.couleur} />
      </svg>
      <div>
        <b dir="auto">{type.nom}</b>
        {type.needed && <p className="soft second">{t.needed}</p>}
      </div>
      <span className={`row middle ${css.acts}`}>{acts}</span>
    </>
  )
  const proposed = data.data.filter(({ retired }) => !retired)
  const retired = data.data.filter(one => one.retired)
  const put = (type: Kept, button: HTMLElement, beside: Kept | undefined, place: number) => {
    if (!beside) return
    pressed.current = button
    void change(type, { place: beside.place }, ({ nom }) => t.wasMoved(nom, place))
  }
  return (
    <>
      <div className={css.result}>{outcome}</div>
      <EditedInPlace
        rows={proposed}
        keyOf={({ id }) => id}
        add={t.add}
        editor={(type, onDone) => (
          <TypeEditor
            type={type}
            onDone={onDone}
            onSaved={moved}
            reread={async () => (await refetch()).data?.data.find(({ id }) => id === type?.id)}
          />
        )}
        row={(type, onEdit, at) => {
          const [above, below] = [proposed[at - 1], proposed[at + 1]]
          return line(
            type,
            <>
              {!type.needed && (
                <Button
                  look="quiet"
                  aria-label={t.retireThis(type.nom)}
                  onClick={() => change(type, { retired: true }, ({ nom }) => t.wasRetired(nom))}
                >
                  {t.retire}
                </Button>
              )}
              <IconButton
                icon="up"
                label={t.up(type.nom)}
                off={!above}
                onClick={({ currentTarget }) => put(type, currentTarget, above, at)}
              />
              <IconButton
                icon="down"
                label={t.down(type.nom)}
                off={!below}
                onClick={({ currentTarget }) => put(type, currentTarget, below, at + 2)}
              />
              <Button aria-label={t.renameThis(type.nom)} onClick={onEdit}>
                {t.rename}
              </Button>
            </>,
          )
        }}
      />
      {retired.length > 0 && (
        <>
          <h3>{t.retired}</h3>
          <p className="soft">{t.retiredAbout}</p>
          <ul className={css.types}>
            {retired.map(type => (
              <li className="row middle gap-6-10" key={type.id}>
                {line(
                  type,
                  <Button
                    aria-label={t.bringBackThis(type.nom)}
                    onClick={() => change(type, { retired: false }, ({ nom }) => t.isBack(nom))}
                  >
                    {t.bringBack}
                  </Button>,
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Refetches the types, here and in the desks. */
const moved = () =>
  client.invalidateQueries({
    predicate: ({ queryKey: [route] }) =>
      typeof route === 'string' && /publication(-types|s\/types)$/.test(route),
  })
