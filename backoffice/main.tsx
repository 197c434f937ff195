import './ui/tokens.css'
import './ui/base.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { focusFirstWrong } from './ui/first-wrong.ts'
import { Pane } from './ui/pane.tsx'

/** `/parts` shows every part in every state to whoever changes one: with `npm run dev`, and never in what is built. */
const Page =
  import.meta.env.DEV && location.pathname === '/parts' ? lazy(() => import('./parts/page.ts')) : App

focusFirstWrong()
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
