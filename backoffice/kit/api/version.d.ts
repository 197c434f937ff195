/** The version that this page was built from (`src/backoffice/vite.ts`). */
declare const __PARVIS_VERSION__: string
