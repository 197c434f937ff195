import { useQuery } from '@tanstack/react-query'
import { call } from '../../kit/api/session.ts'
import { Removable } from './illegal.tsx'
import css from './picture.module.css'
import type { Publication } from './rules.ts'
import { t } from './texts.ts'

const AN_HOUR_MS = 3_600_000

/** As this service read it: the browser asks the server that the publication names for nothing. */
export function Picture({
  publication: { id, image_url, image_refused },
}: {
  readonly publication: Publication
}) {
  const { data, error } = useQuery({
    // Another address is another picture.
    queryKey: ['picture', id, image_url, image_refused === 'removed'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/publications/{id}/image', { params: { id }, signal }),
    staleTime: AN_HOUR_MS,
    retry: false,
  })
  if (error || data?.meta.why)
    return <p className={css.none}>{t.picture.none[data?.meta.why ?? 'unreachable']}</p>
  if (!data?.data) return <div className={css.awaited} aria-busy="true" />
  const { src, width, height } = data.data
  return (
    <Removable address={image_url ?? ''}>
      <img className={css.picture} src={src} width={width} height={height} alt={t.picture.alt} />
      {image_refused === 'storage_full' && <p className={css.none}>{t.picture.withoutRoom}</p>}
    </Removable>
  )
}
