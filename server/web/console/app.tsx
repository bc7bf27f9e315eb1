import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme/global.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { createQueries } from './api/queries.ts';
import { OfflineBanner } from './layout/offline-banner.tsx';
import { router } from './pages/routes.tsx';
import { printInLight } from './theme/print-in-light.ts';
import { theme } from './theme/theme.ts';
import { variables } from './theme/variables.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content;
// Dialogs stop the page from scrolling by a style of their own; what adds it looks for the nonce here.
Object.assign(window, { __webpack_nonce__: nonce });
printInLight(window);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce ?? ''}
    >
      <QueryClientProvider client={createQueries()}>
        <Notifications position="top-right" />
        <RouterProvider router={router} />
        <OfflineBanner />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
