import type { ReactNode } from 'react'
import type { AdminActeur } from '../../kit/api/contract.ts'
import { Field } from '../../kit/ui/field.tsx'
import { AddSource } from '../imports/add-source.tsx'
import { BLANK } from '../imports/form.tsx'
import css from './first-commune.module.css'
import { t } from './texts.ts'

/** The site of the town as a source of its town hall. What is imported waits for a decision. */
export const AddSite = ({
  mairie,
  commune,
  otherwise,
}: {
  readonly mairie: AdminActeur
  readonly commune: string
  readonly otherwise: ReactNode
}) => (
  <div>
    <p className={css.soft}>{t.siteAbout}</p>
    <AddSource
      draft={`first site ${mairie.id}`}
      start={{
        ...BLANK,
        nom: mairie.nom,
        url: mairie.site_web ?? '',
        acteur_id: mairie.id,
        commune_id: commune,
      }}
      fields={form => (
        <Field
          {...form.field('url')}
          label={t.site}
          hint={t.siteHint}
          type="url"
          maxLength={2000}
          autoComplete="off"
          dir="ltr"
        />
      )}
      otherwise={otherwise}
      // The form has all replies read again: the source is found, and the step is behind.
      onAdded={() => undefined}
    />
  </div>
)
