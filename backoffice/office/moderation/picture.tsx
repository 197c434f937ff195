import { useQuery } from '@tanstack/react-query'
import { call } from '../../kit/api/session.ts'
import { Documents, Pictures } from './attachments.tsx'
import { Removables } from './illegal.tsx'
import type { Publication } from './rules.ts'
import { t } from './texts.ts'

const POLL_MS = 5_000

/** An `image_url` that is not stored yet: the reason, or the picture once the service has fetched it. */
function AwaitedPicture({ publication }: { readonly publication: Publication }) {
  const { id, image_url, image_refused, deleted_at } = publication
  // The service fetches nothing for a deleted publication.
  const isAwaited = image_refused === null && deleted_at === null
  const { data } = useQuery({
    queryKey: ['picture', id, image_url],
    queryFn: ({ signal }) => call('GET /api/v1/admin/publications/{id}', { params: { id }, signal }),
    enabled: isAwaited,
    refetchInterval: ({ state: { data: now } }) =>
      now && (now.data.images.length > 0 || now.data.image_refused) ? false : POLL_MS,
    retry: false,
  })
  const { images, image_refused: why } = isAwaited && data ? data.data : publication
  if (images.length > 0) return <Pictures images={images} />
  if (why === null && !isAwaited) return null
  return <p className="top-16 soft second">{why ? t.picture.refused[why] : t.picture.awaited}</p>
}

/** The pictures, or the one of another site until it is fetched, and the documents. */
export const Attachments = ({ publication }: { readonly publication: Publication }) => (
  <Removables>
    {publication.images.length > 0 ? (
      <Pictures images={publication.images} />
    ) : (
      publication.image_url && <AwaitedPicture publication={publication} />
    )}
    {publication.documents.length > 0 && <Documents documents={publication.documents} />}
  </Removables>
)
