import { createBrowserRouter } from 'react-router';
import { Shell } from '../layout/shell.tsx';

/** Every page of the console; each area loads when it is first opened. */
export const router = createBrowserRouter(
  [
    {
      path: '/',
      element: <Shell />,
      children: [],
    },
  ],
  { basename: '/console' },
);
