// The headers of the libraries, compiled ahead (CMakeLists.txt says which).
