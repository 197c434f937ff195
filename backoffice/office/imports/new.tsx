import { Link, useNavigate } from '@tanstack/react-router'
import { Content, PageHead } from '../../kit/page.tsx'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { AddSource } from './add-source.tsx'
import { BLANK, SettingsFields } from './form.tsx'
import { t } from './texts.ts'

/** The page that adds a source. */
export function NewSource() {
  const navigate = useNavigate()
  return (
    <>
      <PageHead title={t.preview.title} about={t.preview.about} viewless />
      <Content>
        <BackLink>
          <Link to="/imports">{t.back}</Link>
        </BackLink>
        <AddSource
          draft="import new"
          start={BLANK}
          fields={form => <SettingsFields form={form} isNew hasKey={false} />}
          onAdded={([id, ...others]) => {
            const state = { notice: t.added(1 + others.length) }
            if (id !== undefined && others.length === 0)
              void navigate({ to: '/imports/$id', params: { id }, search: { onglet: 'lectures' }, state })
            else void navigate({ to: '/imports', state })
          }}
        />
      </Content>
    </>
  )
}
