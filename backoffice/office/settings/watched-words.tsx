import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WATCHED_KINDS } from '../../../shared/words/watched-words.ts'
import type { WatchedWords as List } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { changeOnNewest } from '../../kit/forms/newest.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { labelOf } from '../../kit/words/language.ts'
import { actions } from '../../kit/words/texts.ts'
import { EditedInPlace } from './in-place.tsx'
import css from './settings.module.css'
import { Trial, useTrial } from './trial.tsx'
import { WatchedEditor } from './watched-editor.tsx'
import { t } from './watched-texts.ts'

/** The lists of watched words: tried, switched on and off, edited and deleted in place. */
export function WatchedWords() {
  const { data, error, refetch } = useQuery(reading('GET /api/v1/admin/watched-words', {}))
  const { act, tell, outcome } = useActs(refetch)
  const [tried, setTried] = useState<string>()
  const trial = useTrial()
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />

  const again = async () => (await refetch()).data?.data
  const saved = (active: boolean) => async (nom: string) => {
    await refetch()
    tell((active ? t.isSaved : t.isSavedOff)(nom))
  }
  const setActive = (list: List, active: boolean) => {
    const { id } = list
    return act(
      () =>
        changeOnNewest(
          list,
          { active },
          {
            send: change => call('PATCH /api/v1/admin/watched-words/{id}', { params: { id }, ...change }),
            reread: async () =>
              (await call('GET /api/v1/admin/watched-words', {})).data.find(now => now.id === id),
          },
        ),
      ({ nom }) => (active ? t.isOn : t.isOff)(nom),
    )
  }
  const remove = ({ id, nom, version }: List) =>
    act(() => call('DELETE /api/v1/admin/watched-words/{id}', { params: { id }, version }), t.removed(nom))
  return (
    <>
      <div className={css.result}>{outcome}</div>
      {data.data.length === 0 && <p className="soft">{t.none}</p>}
      <EditedInPlace
        rows={data.data}
        keyOf={({ id }) => id}
        add={t.add}
        editor={(list, onDone) => (
          <WatchedEditor list={list} onDone={onDone} onSaved={saved(list?.active ?? false)} reread={again} />
        )}
        row={(list, onEdit) => (
          <>
            <div>
              <b dir="auto">{list.nom}</b> {!list.active && <Chip tone="plain">{t.off}</Chip>}
              <p className="soft second">{soughtBy(list)}</p>
            </div>
            <span className={`row middle ${css.acts}`}>
              <Button
                look="quiet"
                aria-label={t.tryOutThis(list.nom)}
                onClick={() => {
                  setTried(list.id)
                  trial.run(list)
                }}
              >
                {t.tryOut}
              </Button>
              <Button
                look="quiet"
                aria-label={(list.active ? t.switchOffThis : t.switchOnThis)(list.nom)}
                onClick={() => setActive(list, !list.active)}
              >
                {list.active ? t.switchOff : t.switchOn}
              </Button>
              <Button aria-label={t.changeThis(list.nom)} onClick={onEdit}>
                {actions.edit}
              </Button>
              <Button look="quiet" aria-label={t.removeThis(list.nom)} onClick={() => remove(list)}>
                {actions.delete}
              </Button>
            </span>
            {tried === list.id && <Trial of={trial} />}
          </>
        )}
      />
    </>
  )
}

const soughtBy = ({ kind, words }: List) =>
  kind === 'words' ? `${t.expressions(words.length)} : ${words.join(', ')}` : labelOf(WATCHED_KINDS[kind])
