import { picked } from '../../../shared/fields/field.ts'
import type { OwnActeur } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { faultsOf, sentOf, typedOf } from '../../kit/forms/described.ts'
import { FormHead, FormState } from '../../kit/forms/form-state.tsx'
import { Inputs } from '../../kit/forms/inputs.tsx'
import { changedFields } from '../../kit/forms/kept.ts'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import css from './fiche.module.css'
import { newestActeur, savedActeur } from './own-acteur.ts'
import { Photo } from './photo.tsx'
import { Seen } from './seen.tsx'
import { t } from './texts.ts'
import { OWN_FIELDS, type Written } from './written.ts'

/** The form of the acteur's own page, and beside it what the public will read. */
export function Contact({ acteur, town }: { readonly acteur: OwnActeur; readonly town: string | undefined }) {
  const form = useRecord<OwnActeur, Written>({
    key: `fiche ${acteur.id}`,
    record: acteur,
    typedOf: from => typedOf(OWN_FIELDS, from),
    labels: t.fields,
    check: value => picked(faultsOf(OWN_FIELDS, value), changed(value, acteur)),
    async send(value, base) {
      const { data } = await call('PATCH /api/v1/me/acteurs/{id}', {
        params: { id: acteur.id },
        // A field that a colleague changed meanwhile stays theirs.
        body: picked(sentOf(OWN_FIELDS, value), changed(value, base)),
        version: base.version,
      })
      savedActeur(data)
      return data
    },
    reread: () => newestActeur(acteur.id),
  })
  const seen = <Seen acteur={acteur} value={form.value} isTyped={form.isTyped} town={town} />
  if (!acteur.may.includes('describe')) return seen
  return (
    <div className={`stack at-top gap-24 ${css.beside}`}>
      <div className="stack gap-16 fits">
        <form noValidate onSubmit={form.onSubmit}>
          <Section title={t.contact}>
            <p className="soft second">{t.about}</p>
            <FormHead of={form} />
            <Inputs of={OWN_FIELDS} form={form} hints={t.hints} />
            <FormState of={form} saved={t.saved} />
            <Actions>
              <Button look="primary" type="submit" off={form.busy || !form.isTyped}>
                {form.isTyped ? t.save : t.same}
              </Button>
            </Actions>
            <p className="soft second">{t.name(acteur.nom)}</p>
          </Section>
        </form>
        <Photo acteur={acteur} />
      </div>
      {seen}
    </div>
  )
}

/** Only what was changed is checked and sent. */
const changed = (value: Written, acteur: OwnActeur) => changedFields(value, typedOf(OWN_FIELDS, acteur))
