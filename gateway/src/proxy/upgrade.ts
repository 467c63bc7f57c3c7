/** The services speak plain HTTP only: upgrade requests are rejected and their connections closed. */
import type { Server } from 'node:http';

const body = JSON.stringify({ code: 'UPGRADE_NOT_SUPPORTED', message: 'Upgrade not supported' });

/** Answers upgrade requests with 400, so that no half-open connection is left behind. */
export const refuseUpgrades = (server: Server): void => {
  server.on('upgrade', (_req, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(
      `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
};
