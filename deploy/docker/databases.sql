-- One database a service; each service makes its own tables at start. In UTF-8, whatever the server's own databases are in.
CREATE DATABASE identity TEMPLATE template0 ENCODING 'UTF8';
CREATE DATABASE organization TEMPLATE template0 ENCODING 'UTF8';
CREATE DATABASE billing TEMPLATE template0 ENCODING 'UTF8';
CREATE DATABASE webhook TEMPLATE template0 ENCODING 'UTF8';
