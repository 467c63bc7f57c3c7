-- One database a service; each service makes its own tables at start.
CREATE DATABASE identity;
CREATE DATABASE organization;
CREATE DATABASE billing;
CREATE DATABASE webhook;
