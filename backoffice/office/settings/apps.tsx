import { useQuery } from '@tanstack/react-query'
import type { AppSource } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { changeOnNewest } from '../../kit/forms/newest.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { actions } from '../../kit/words/texts.ts'
import { AppEditor } from './app-editor.tsx'
import { t } from './apps-texts.ts'
import { EditedInPlace } from './in-place.tsx'
import css from './settings.module.css'

/** The client apps: the communes and acteurs that each shows, and a switch. */
export function Apps() {
  const { data, error, refetch } = useQuery(reading('GET /api/v1/admin/app-sources', {}))
  const { act, confirm, outcome } = useActs(refetch)
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />

  const again = async () => (await refetch()).data?.data
  const setActive = (app: AppSource, active: boolean) => {
    const { slug } = app
    return changeOnNewest(
      app,
      { active },
      {
        send: change => call('PATCH /api/v1/admin/app-sources/{slug}', { params: { slug }, ...change }),
        reread: async () =>
          (await call('GET /api/v1/admin/app-sources', {})).data.find(now => now.slug === slug),
      },
    )
  }
  const switchOff = (app: AppSource) =>
    confirm({
      title: t.switchOffThis(nameOf(app)),
      about: t.switchOffAbout,
      keep: t.stayOn,
      now: t.switchOff,
      work: () => setActive(app, false),
      done: now => t.isOff(nameOf(now)),
    })
  return (
    <>
      <div className={css.result}>{outcome}</div>
      <EditedInPlace
        rows={data.data}
        keyOf={({ slug }) => slug}
        add={t.add}
        editor={(app, onDone) => <AppEditor app={app} onDone={onDone} onSaved={again} />}
        row={(app, onEdit) => (
          <>
            <div>
              <b dir="auto">{nameOf(app)}</b> {app.nom && <code className="soft second">{app.slug}</code>}{' '}
              {!app.active && <Chip tone="bad">{t.off}</Chip>}
              <p className="soft second">{shownBy(app)}</p>
            </div>
            <span className={`row middle ${css.acts}`}>
              {!app.whole && (
                <Button
                  look="quiet"
                  aria-label={(app.active ? t.switchOffThis : t.switchOnThis)(nameOf(app))}
                  onClick={() =>
                    app.active
                      ? switchOff(app)
                      : act(
                          () => setActive(app, true),
                          now => t.isOn(nameOf(now)),
                        )
                  }
                >
                  {app.active ? t.switchOff : t.switchOn}
                </Button>
              )}
              <Button aria-label={t.changeThis(nameOf(app))} onClick={onEdit}>
                {actions.edit}
              </Button>
            </span>
          </>
        )}
      />
    </>
  )
}

const nameOf = ({ nom, slug }: Pick<AppSource, 'nom' | 'slug'>) => nom ?? slug

/** Names three and counts the others. */
const NAMED = 3
const named = (lines: NonNullable<AppSource['communes']>) => {
  const names = lines.slice(0, NAMED).map(({ nom }) => nom)
  return lines.length > NAMED ? t.andOthers(names.join(', '), lines.length - NAMED) : t.listed(names)
}

function shownBy({ whole, communes, acteurs }: AppSource): string {
  if (whole) return t.whole
  const where = communes ? t.shows(named(communes)) : t.showsAll
  return acteurs ? `${where} ${t.onlyOf(named(acteurs))}` : where
}
