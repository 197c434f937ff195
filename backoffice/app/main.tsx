import '../kit/ui/tokens.css'
import '../kit/ui/base.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { focusFirstWrong } from '../kit/ui/first-wrong.ts'
import { keepFocus } from '../kit/ui/give-back-focus.ts'
import { Pane } from '../kit/ui/pane.tsx'
import { App } from './app.tsx'

/** `/gallery` shows every component in every state: with `npm run dev`, and never in what is built. */
const Page =
  import.meta.env.DEV && location.pathname === '/gallery'
    ? lazy(() => import('./gallery/gallery.tsx').then(({ Gallery }) => ({ default: Gallery })))
    : App

focusFirstWrong()
keepFocus()
const place = document.getElementById('app')
if (place)
  createRoot(place).render(
    <StrictMode>
      <Pane part="app" frame={content => <main>{content}</main>}>
        <Suspense>
          <Page />
        </Suspense>
      </Pane>
    </StrictMode>,
  )
