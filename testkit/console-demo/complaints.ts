import type { Page } from 'playwright-core';

/** Collects what a developer would see in red while a page is used: errors, refused requests, broken policies. */
export function complaints(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) said.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isOurs = origin === new URL(page.url()).origin || page.url() === 'about:blank';
    if (protocol.startsWith('http') && !isOurs) said.push(`asked another server: ${request.url()}`);
  });
  return said;
}
