import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reading } from '../../kit/api/queries.ts'
import css from './item.module.css'
import type { Publication } from './rules.ts'
import { t } from './texts.ts'

const STANDING = { published: 'approved,published', rejected: 'rejected' } as const
const MINUTE_MS = 60_000

/** The outcomes of the author's earlier publications: counts that link to the lists. */
export function AuthorsRecord({ author }: { readonly author: NonNullable<Publication['author']> }) {
  const [published, rejected] = useQueries({
    queries: [STANDING.published, STANDING.rejected].map(moderation_status => ({
      ...reading('GET /api/v1/admin/publications', {
        query: { created_by: author.id, moderation_status, per_page: 1 },
      }),
      staleTime: MINUTE_MS,
    })),
  })
  const [shown, refused] = [published?.data?.meta.total, rejected?.data?.meta.total]
  if (shown === undefined || refused === undefined) return <p className={css.soft}>…</p>
  return (
    <p className={css.soft}>
      {t.authorBefore(author.nom ?? undefined)}{' '}
      {shown + refused === 0 ? (
        t.authorNew
      ) : (
        <>
          <Link to="/moderation" search={{ onglet: 'publiees', auteur: author.id }}>
            {t.authorPublished(shown)}
          </Link>
          {', '}
          <Link to="/moderation" search={{ onglet: 'refusees', auteur: author.id }}>
            {t.authorRejected(refused)}
          </Link>
          .
        </>
      )}
    </p>
  )
}
